import { useResource } from '../../api/resource.ts';
import { LinkButton } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';

/** The options of `trickle-server` that take the files, and what is in them. */
const EXPORTS: readonly Detail[] = [
  ['--state', 'trickle-state.json: everything as it is now, with history, jobs, faults and clocks.'],
  [
    '--seed',
    'trickle-seed.json: the records, to read, to edit and to keep. Its $left_out counts what a seed cannot express.',
  ],
];

/** The seed that the server was started with. */
export const SeedPart = () => {
  const seed = useResource('GET /_admin/seed', {}, []);
  return (
    <Section
      title="Seed"
      actions={
        <>
          <LinkButton href="/_admin/state" download="trickle-state.json">
            Export the current state
          </LinkButton>
          <LinkButton href="/_admin/seed/export" download="trickle-seed.json">
            Export as a seed
          </LinkButton>
        </>
      }
    >
      <p class="quiet">The server starts with this data, and goes back to it when it is reset.</p>
      <DetailList details={EXPORTS} />
      <Loaded of={seed}>
        {(data) =>
          data.seed === null ? (
            <EmptyState title="The server was started without a seed" />
          ) : (
            <Json label="Seed" value={data.seed} />
          )
        }
      </Loaded>
    </Section>
  );
};
