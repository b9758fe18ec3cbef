import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { clock, serverNow } from '../../api/clock.ts';
import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../design/button/button.tsx';
import { Select } from '../../design/field/field.tsx';
import { Page, Section } from '../../design/page/page.tsx';
import { into } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';
import { Advance } from './advance.tsx';
import { AdvanceReport, type AdvanceResult } from './advance-report.tsx';
import { NextJobs } from './next-jobs.tsx';

/** The clock of the account: freeze, resume, speed, advance. */
export const ClockPage = () => {
  const result = useSignal<AdvanceResult | undefined>(undefined);
  const jobs = useResource('GET /_admin/jobs', { account_id: accountId.value, state: 'waiting', limit: 10 }, [
    'jobs',
    'clock',
  ]);
  return (
    <Page
      title="Clock"
      lead="The server's own time. Advance it to run everything that falls due on the way: emails, workflow delays, webhook retries."
    >
      <div class="columns">
        <Section title="Now" isCard>
          <Now />
        </Section>
        <Section title="Advance" isCard>
          <Advance onAdvanced={into(result)} />
        </Section>
      </div>
      {result.value && <AdvanceReport result={result.value} />}
      <NextJobs jobs={jobs} />
    </Page>
  );
};

const date = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' });

const SPEEDS = [
  ['1', 'Real time'],
  ['10', '10 times as fast'],
  ['60', 'A minute per second'],
  ['3600', 'An hour per second'],
  ['86400', 'A day per second'],
] as const;

const Now = () => {
  const now = serverNow.value;
  const { speed = 1, is_frozen: isFrozen = false } = clock.value ?? {};
  const change = (done: string, path: 'freeze' | 'resume' | 'speed', body: object = {}) =>
    attempt(done, () => callApi(`POST /_admin/clock/${path}`, { account_id: accountId.value, ...body }), [
      'clock',
    ]);
  const known = SPEEDS.some(([value]) => value === String(speed)) || isFrozen;
  return (
    <>
      <div>
        <p class="clock-time number">{now === 0 ? '…' : time.format(now)}</p>
        <p class="quiet">{now === 0 ? '' : `${date.format(now)}, UTC`}</p>
      </div>
      <div class="clock-controls">
        {isFrozen ? (
          <Button icon="play" look="primary" onClick={() => change('Clock resumed', 'resume')}>
            Resume
          </Button>
        ) : (
          <Button icon="pause" onClick={() => change('Clock frozen', 'freeze')}>
            Freeze
          </Button>
        )}
        <Select
          label="Speed"
          isLabelHidden
          value={isFrozen ? '0' : String(speed)}
          options={[
            ...(isFrozen ? [['0', 'Frozen'] as const] : []),
            ...SPEEDS,
            ...(known ? [] : [[String(speed), `${speed} times as fast`] as const]),
          ]}
          onInput={(value) => change('Speed changed', 'speed', { speed: Number(value) })}
        />
      </div>
    </>
  );
};
