import { StatusBadge } from '../../design/badge/badge.tsx';
import { Code, Headers } from '../../design/code/code.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { Time } from '../../design/time/time.tsx';
import type { Attempt } from './webhook.ts';

interface AttemptsProps {
  readonly attempts: readonly Attempt[];
}

/** The attempts of a delivery, the latest one first and open. */
export const Attempts = ({ attempts }: AttemptsProps) => (
  <>
    {attempts.length === 0 && <EmptyState icon="clock" title="Not sent yet" />}
    <ol class="webhook-attempts">
      {attempts
        .map((attempt, index) => (
          <li key={attempt.at + index}>
            <details open={index === attempts.length - 1}>
              <summary>
                <StatusBadge status={attempt.status ?? undefined} />
                <span>Attempt {index + 1}</span>
                <span class="quiet">
                  <Time at={attempt.at} format="both" />
                  {attempt.milliseconds !== null && ` · ${Math.round(attempt.milliseconds)} ms`}
                </span>
              </summary>
              <AttemptDetail attempt={attempt} />
            </details>
          </li>
        ))
        .reverse()}
    </ol>
  </>
);

const AttemptDetail = ({
  attempt: { error, answer, request_headers: headers },
}: {
  readonly attempt: Attempt;
}) => (
  <div class="webhook-attempt">
    {error && <p class="wrap">{error}</p>}
    {answer &&
      (answer.body === '' ? (
        <p class="quiet">The answer has no body.</p>
      ) : (
        <Code label="Answer" text={answer.body} />
      ))}
    <details>
      <summary>Headers</summary>
      <Headers label="Request headers" headers={headers} />
      {answer && <Headers label="Response headers" headers={answer.headers} />}
    </details>
  </div>
);
