import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type ClientOptions, createClient } from '@trickle/sdk';
import { makeCall } from '../floor/sdk.ts';

/** Sends one update of a subscriber. Rejects unless the service accepts it. */
export type Call = (email: string) => Promise<unknown>;

/** An SDK, or another way to send the update. */
export interface Caller {
  readonly name: string;
  /** Whether it waits a second between calls, so that their cost cannot be measured. */
  readonly isSlow?: boolean;
  readonly make: (base: string, limits: ClientOptions['limits']) => Promise<Call>;
}

const path = '/v2/9/subscribers';
const account = { accountId: '9', apiKey: 'key' };
const headers = { authorization: 'Basic a2V5Og==', 'content-type': 'application/json' };
const subscriber = (email: string) => ({ email, first_name: 'Ann', tags: ['vip'] });
const required = createRequire(new URL('../peers/package.json', import.meta.url));

/** Imports a module of the peers. */
// biome-ignore lint/suspicious/noExplicitAny: the peers are not dependencies of this project
const peer = async (name: string): Promise<any> => import(pathToFileURL(required.resolve(name)).href);

/** All callers. The first is the baseline. */
export const callers: readonly Caller[] = [
  {
    name: 'bare fetch',
    make: async (base) => async (email) => {
      const body = JSON.stringify({ subscribers: [subscriber(email)] });
      const response = await fetch(base + path, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`${response.status}`);
      return response.json();
    },
  },
  {
    name: '@trickle/sdk',
    make: async (base, limits) => {
      const { subscribers } = createClient({ baseUrl: base, ...account, limits });
      return (email) => subscribers.upsert(subscriber(email));
    },
  },
  {
    name: 'ky',
    make: async (base) => {
      const call = makeCall(base);
      return (email) => call(subscriber(email));
    },
  },
  {
    name: 'openai',
    make: async (base) => {
      const { default: OpenAI } = await peer('openai');
      const sdk = new OpenAI({ apiKey: 'key', baseURL: base });
      return (email) => sdk.post(path, { body: subscriber(email) });
    },
  },
  {
    name: '@anthropic-ai/sdk',
    make: async (base) => {
      const { default: Anthropic } = await peer('@anthropic-ai/sdk');
      const sdk = new Anthropic({ apiKey: 'key', baseURL: base });
      return (email) => sdk.post(path, { body: subscriber(email) });
    },
  },
  {
    name: 'stripe',
    make: async (base) => {
      const { default: Stripe } = await peer('stripe');
      const { hostname: host, port } = new URL(base);
      const sdk = new Stripe('sk_test_1', { host, port, protocol: 'http', telemetry: false });
      return (email) => sdk.rawRequest('POST', path, subscriber(email));
    },
  },
  {
    name: 'resend',
    make: async (base) => {
      process.env.RESEND_BASE_URL = base; // read when the module is loaded
      const { Resend } = await peer('resend');
      const sdk = new Resend('re_1');
      return async (email) => {
        const { error } = await sdk.post(path, subscriber(email));
        if (error) throw new Error(error.name);
      };
    },
  },
  {
    name: 'octokit',
    make: async (base) => {
      const { Octokit } = await peer('@octokit/core');
      const sdk = new Octokit({ baseUrl: base, auth: 'key' });
      return (email) => sdk.request(`POST ${path}`, subscriber(email));
    },
  },
  {
    name: 'octokit with throttling',
    isSlow: true,
    make: async (base) => {
      const { Octokit } = await peer('@octokit/core');
      const { throttling } = await peer('@octokit/plugin-throttling');
      const again = (_after: number, _options: object, _kit: object, retries: number) => retries < 1000;
      const throttle = { onRateLimit: again, onSecondaryRateLimit: again };
      const sdk = new (Octokit.plugin(throttling))({ baseUrl: base, auth: 'key', throttle });
      return (email) => sdk.request(`POST ${path}`, subscriber(email));
    },
  },
  {
    name: 'svix',
    make: async (base) => {
      const { Svix } = await peer('svix');
      const sdk = new Svix('testsk_1.eu', { serverUrl: base });
      return (email) => sdk.application.create({ name: email });
    },
  },
];
