import { ProblemsError } from '../shared/values/errors.ts';
import { schemaProblems } from '../shared/values/schema-problems.ts';
import { COMPANIONS, EFFECTS, FaultInput, MUTUALLY_EXCLUSIVE, SELECTORS } from './rule.ts';

/** Thrown for an invalid fault. `problems` lists the reasons. */
export class FaultError extends ProblemsError {
  override readonly name = 'FaultError';
}

/** Validates a fault. Throws a `FaultError` for invalid or unknown members, and for a fault without effect. */
export function validateFault(fault: unknown): FaultInput {
  const problems = schemaProblems(FaultInput, fault);
  if (problems.length) throw new FaultError(problems);
  const rule = fault as FaultInput; // validated above
  const contradictions = findContradictions(rule);
  if (contradictions.length) throw new FaultError(contradictions);
  return rule;
}

function findContradictions(fault: FaultInput): string[] {
  const { on = 'request' } = fault;
  const has = (name: keyof FaultInput) => fault[name] !== undefined;
  const effects = EFFECTS[on];
  const everyEffect = new Set(Object.values(EFFECTS).flat());
  const everySelector = new Set(Object.values(SELECTORS).flat());
  const names = Object.keys(fault) as (keyof FaultInput)[]; // the schema is strict
  const strays = names.filter(
    (name) =>
      has(name) &&
      ((everyEffect.has(name) && !effects.includes(name)) ||
        (everySelector.has(name) && !SELECTORS[on].includes(name))),
  );
  return [
    ...strays.map((name) => `${name} does not go with on: '${on}'`),
    ...COMPANIONS.flatMap(([name, other]) => (has(name) && !has(other) ? [`${name} needs ${other}`] : [])),
    ...MUTUALLY_EXCLUSIVE.map((rivals) => rivals.filter(has))
      .filter((rivals) => rivals.length > 1)
      .map((names) => `${names.join(' and ')} cannot be combined`),
    ...(effects.some(has) ? [] : [`a fault on ${on} needs one of ${effects.join(', ')}`]),
    ...errorsWithout(fault),
    ...(fault.status !== undefined && fault.status < 400 && on === 'request' && !has('answer')
      ? [`status ${fault.status} needs answer`]
      : []),
  ];
}

const errorsWithout = ({ on = 'request', errors, status, refuse }: FaultInput) => {
  if (errors === undefined) return [];
  if (on === 'record') return refuse ? [] : ['errors needs refuse'];
  return status === 422 ? [] : ['errors needs status 422'];
};
