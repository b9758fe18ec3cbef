import { useSignal } from '@preact/signals';
import { Button } from '../../design/button/button.tsx';
import { capitalized } from '../../design/capitalized.ts';
import { Field } from '../../design/field/field.tsx';
import { act } from '../../design/toast/toast.tsx';
import type { AdvanceResult } from './advance-report.tsx';

/** A duration by its units. */
type Duration = Readonly<Partial<Record<Unit, number>>>;
type Unit = 'days' | 'hours' | 'minutes';

const STEPS: readonly (readonly [string, Duration])[] = [
  ['1 minute', { minutes: 1 }],
  ['1 hour', { hours: 1 }],
  ['1 day', { days: 1 }],
  ['3 days', { days: 3 }],
  ['1 week', { days: 7 }],
  ['30 days', { days: 30 }],
];

const UNITS: readonly Unit[] = ['days', 'hours', 'minutes'];

/** Advances the clock by a common duration or by any other. */
export const Advance = ({ onAdvanced }: { readonly onAdvanced: (result: AdvanceResult) => void }) => {
  const own = useSignal<Duration>({});
  const isRunning = useSignal(false);
  const advance = async (duration: Duration) => {
    isRunning.value = true;
    const result = await act('Clock advanced', 'POST /_admin/clock/advance', duration);
    isRunning.value = false;
    if (result) onAdvanced(result);
  };
  return (
    <>
      <div class="actions">
        {STEPS.map(([title, duration]) => (
          <Button key={title} isDisabled={isRunning.value} onClick={() => advance(duration)}>
            {title}
          </Button>
        ))}
      </div>
      <form
        class="clock-own"
        onSubmit={(event) => {
          event.preventDefault();
          void advance(own.value);
        }}
      >
        {UNITS.map((unit) => (
          <Field
            key={unit}
            label={capitalized(unit)}
            type="number"
            min={0}
            step="any"
            value={own.value[unit] === undefined ? '' : String(own.value[unit])}
            onInput={(text) => {
              own.value = { ...own.value, [unit]: Number(text) };
            }}
          />
        ))}
        <Button type="submit" look="primary" isDisabled={isRunning.value}>
          Advance
        </Button>
      </form>
    </>
  );
};
