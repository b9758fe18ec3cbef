import type { OperationName } from './scenario.ts';

export const CLASSES = {
  status: 'the status of a response',
  header: 'a header that is missing, new or has another value',
  missing: 'a member or an element that only the service sends',
  new: 'a member or an element that only the sandbox sends',
  type: 'another JSON type',
  'null or absent': 'null at one server, absent at the other',
  enum: 'another of the known values',
  value: 'another value',
  reference: 'an id or a URL of another record',
  order: 'another order of a list or of times',
  'time format': 'another format of a time',
} as const;

export type DifferenceClass = keyof typeof CLASSES;

export interface Difference {
  readonly class: DifferenceClass;
  /** `subscribers[].tags`, `header location`, `status of tags.apply`. */
  readonly place: string;
  /** The values that each server sent, without data of the account. */
  readonly service: string;
  readonly sandbox: string;
  readonly scenario: string;
  /** From 0. */
  readonly step: number;
  readonly call: OperationName;
}
