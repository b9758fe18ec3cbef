import type { lookup as lookupByDns } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Services } from '../../domain/context/services.ts';
import { FaultRulesInMemory } from '../../faults/rules-in-memory.ts';
import { isPublicAddress } from '../../shared/values/ip-address.ts';
import { fetchContent } from './fetch-content.ts';
import { DeniedTarget, lookupOf, sendRequest } from './send-request.ts';

describe('public addresses', () => {
  it.each('8.8.8.8 100.63.255.255 172.15.0.1 2606:4700::1111'.split(' '))('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...'0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.53 169.254.169.254 172.31.255.255 192.168.0.1'.split(' '),
    ...'255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:a00:1 64:ff9b::7f00:1 2002:7f00:1::'.split(' '),
    ...'fd12::1 fe80::1 fe80::1%eth0 ff02::1 localhost'.split(' '),
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('a private IPv4 address mapped to IPv6 is not public', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(octet, octet, octet, (b, c, d) => {
        expect(isPublicAddress(`10.${b}.${c}.${d}`)).toBe(false);
        expect(isPublicAddress(`::ffff:10.${b}.${c}.${d}`)).toBe(false);
      }),
    );
  });
});

/** A resolver that returns these lists of addresses in turn. */
function resolver(...answers: readonly (readonly string[])[]) {
  let count = 0;
  const resolve = (_: string, __: object, callback: (error: null, found: object[]) => void) => {
    const found = answers[Math.min(count++, answers.length - 1)] ?? [];
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve: resolve as unknown as typeof lookupByDns, calls: () => count };
}

const isDenied = (address: string) => !isPublicAddress(address);

/** Looks a name up as a connection does. */
const lookedUp = (resolve: typeof lookupByDns, all: boolean) =>
  new Promise<unknown>((done) => {
    lookupOf(isDenied, resolve)('name.test', { all }, (error, found) => done(error ?? found));
  });

describe('DNS lookups of requests', () => {
  it('a lookup returns the checked addresses and resolves a name once', async () => {
    const rebinding = resolver(['8.8.8.8', '127.0.0.1'], ['127.0.0.1']);
    expect(await lookedUp(rebinding.resolve, true)).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(rebinding.calls()).toBe(1);
    expect(await lookedUp(rebinding.resolve, true)).toBeInstanceOf(DeniedTarget);
    expect(await lookedUp(resolver(['::1', '8.8.4.4']).resolve, false)).toBe('8.8.4.4');
  });
});

/** Starts a local server that redirects, or answers with JSON. */
async function startServer(location?: string) {
  let hits = 0;
  const server = createServer((_, response) => {
    hits++;
    if (location === undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"a": 1}');
    else response.writeHead(302, { location }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, hits: () => hits };
}

describe('requests while private targets are denied', () => {
  it.each(['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0'])(
    'no request is sent to %s',
    async (host) => {
      const { port, hits } = await startServer();
      const url = new URL(`http://${host}:${port}/`);
      const { signal } = new AbortController();
      const options = { method: 'GET', headers: {}, signal, isDenied } as const;
      await expect(sendRequest(url, options)).rejects.toThrow(DeniedTarget);
      expect(hits()).toBe(0);
    },
  );

  it('a content request does not follow a redirect to a private target', async () => {
    const inner = await startServer();
    const outer = await startServer(`http://127.0.0.2:${inner.port}/`);
    const services = {
      faults: new FaultRulesInMemory(),
      isDeniedTarget: (address: string) => address !== '127.0.0.1', // represents the public Internet
    } as Partial<Services> as Services; // requests use only this part
    const answer = await fetchContent(`http://127.0.0.1:${outer.port}/`, { services, accountId: '1' });
    expect(answer).toEqual({
      outcome: 'temporary',
      error: '127.0.0.2 has a private address, and private targets are denied',
    });
    expect([outer.hits(), inner.hits()]).toEqual([1, 0]);
  });
});
