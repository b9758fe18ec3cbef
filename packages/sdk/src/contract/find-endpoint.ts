import { contract } from './index.ts';
import type { Endpoint } from './schema/endpoint.ts';

/** Finds the endpoint of an operation, such as `subscribers.upsert`; undefined if there is none. */
export function endpointNamed(name: string): Endpoint<unknown> | undefined {
  const [noun = '', method = ''] = name.split('.');
  const nouns: Readonly<Record<string, Readonly<Record<string, Endpoint<unknown>>>>> = contract;
  return nouns[noun]?.[method];
}
