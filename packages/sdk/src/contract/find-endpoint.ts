import { contract } from './index.ts';
import type { Endpoint } from './schema/endpoint.ts';

/** The endpoint of an operation, by noun and method: `subscribers.upsert`; undefined when there is none. */
export function endpointNamed(name: string): Endpoint<unknown> | undefined {
  const [noun = '', method = ''] = name.split('.');
  const nouns: Readonly<Record<string, Readonly<Record<string, Endpoint<unknown>>>>> = contract;
  return nouns[noun]?.[method];
}
