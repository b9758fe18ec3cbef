import { useResource } from '../../api/resource.ts';
import { LinkButton } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { Section } from '../../design/page/page.tsx';
import { EmptyState, Loaded } from '../../design/states/states.tsx';

/** The seed that the server was started with. */
export const SeedPart = () => {
  const seed = useResource('GET /_admin/seed', {}, []);
  return (
    <Section
      title="Seed"
      actions={
        <LinkButton href="/_admin/state" download="trickle-state.json">
          Export the current state
        </LinkButton>
      }
    >
      <p class="quiet">The server starts with this data, and goes back to it when it is reset.</p>
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
