import type {
  IdentifyArguments,
  TrackArguments,
  CallbackResponse as WireResponse,
} from '@trickle/sdk/contract';
import { expect, expectTypeOf, test } from 'vitest';
import { type CallbackResponse, identify, load, type SubscriberAttributes, track } from '../src/esm.ts';

test('on a server, loading does nothing and commands fail without throwing', async () => {
  load({ account: '9999999', host: 'https://script.example.com' });
  const response = {
    success: false,
    visitor_uuid: '',
    anonymous: true,
    error: 'commands work only in a browser',
  };
  expect(await identify({ email: 'ann@example.com' })).toEqual(response);
  expect(await track('Signed up', { value: 100 })).toEqual(response);
});

test('the types say what the contract says', () => {
  expectTypeOf<SubscriberAttributes>().toExtend<IdentifyArguments>();
  expectTypeOf<{ value: number; occurred_at: string }>().toExtend<TrackArguments>();
  expectTypeOf<CallbackResponse>().toExtend<WireResponse>();
  expectTypeOf<keyof WireResponse>().toEqualTypeOf<keyof CallbackResponse>();
});
