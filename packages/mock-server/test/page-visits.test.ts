import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expressionOf } from '../src/api/script-host/config.ts';
import { isPage } from '../src/domain/workflow-triggers/match.ts';
import { scenarios, startServer, type TestServer } from './harness.ts';
import { ANNS, give, scriptShop, VISITOR } from './script-shop.ts';

const goal = { id: '1', name: 'Thanks', url: 'https://acme.test/thanks', default_value: 900 };
const visit = (server: TestServer, url: string, visitor = VISITOR) =>
  give(server, 'visit', {}, { url, visitor });

scenarios('page visits', (start) => {
  it("a page visit converts if the URL is a goal's, as often as the goal counts", async () => {
    await using server = await start({
      seed: scriptShop({
        goals: [
          { ...goal, counting_method: 'all' },
          { ...goal, id: '2', name: 'Once', counting_method: 'one_per_visitor' },
          { ...goal, id: '3', name: 'Other', url: 'https://acme.test/other' },
          { ...goal, id: '4', name: 'Off', status: 'disabled' },
        ],
      }),
    });
    const pages = ['https://acme.test/thanks', 'http://www.acme.test/thanks/?a=1', 'https://acme.test/'];
    for (const url of pages) {
      expect(await visit(server, url)).toMatchObject({ success: true, anonymous: true });
    }
    const conversions = await server.conversions();
    expect(conversions.map(({ goalId, visitorUuid, value }) => [goalId, visitorUuid, value])).toEqual([
      ['1', VISITOR, 900],
      ['2', VISITOR, 900],
      ['1', VISITOR, 900],
    ]);
    await give(server, 'identify', { email: 'cy@acme.test' });
    const { id } = await server.subscriber('cy@acme.test');
    expect((await server.conversions()).every(({ subscriberId }) => subscriberId === id)).toBe(true);
  });

  // proves: event subscriber.visited_page
  it('a page visit is emitted for identified subscribers if a workflow watches the page', async () => {
    const triggers = [{ provider: 'trickle', trigger_type: 'visited_page', properties: { url: '/pricing' } }];
    const workflows = [{ id: '1', name: 'Prices', status: 'active' as const, triggers }];
    await using server = await start({ seed: scriptShop({ workflows }) });
    await visit(server, 'https://acme.test/pricing', VISITOR);
    await visit(server, 'https://acme.test/other', ANNS);
    expect(await server.events({ event: 'subscriber.visited_page' })).toEqual([]);
    await visit(server, 'https://acme.test/pricing?x=1', ANNS);
    expect(await server.events({ event: 'subscriber.visited_page' })).toMatchObject([
      { subscriberId: 'ann', properties: { url: 'https://acme.test/pricing?x=1' } },
    ]);
  });

  // proves: note A page loaded with dst tags the visitor
  it('a page visit with dst applies the tag at once, or once the visitor is identified', async () => {
    await using server = await start({ seed: scriptShop() });
    await visit(server, 'https://acme.test/?dst=from%20letter&x=1', ANNS);
    expect((await server.subscriber('ann')).tags).toEqual(['from letter']);

    await visit(server, 'https://acme.test/?dst=first', VISITOR);
    await visit(server, 'https://acme.test/?dst=second', VISITOR);
    await visit(server, 'https://acme.test/?dst=', VISITOR);
    await give(server, 'identify', { email: 'cy@acme.test', tags: ['own'] });
    expect([...(await server.subscriber('cy@acme.test')).tags].sort()).toEqual(['first', 'own', 'second']);
    // Once: the next subscriber in the same browser does not get them.
    await give(server, 'identify', { email: 'dee@acme.test' });
    expect((await server.subscriber('dee@acme.test')).tags).toEqual([]);
  });

  // U-72
  it.each([
    ['/#/r?dst=vip', ['vip']],
    ['/#!/r?x=1&dst=a+b&y=2', ['a b']],
    ['/?dst=a&x=1&dst=b%20c&dst=a#/r?dst=d', ['a', 'b c', 'd']],
    ['/?xdst=a&dst=#dst=b', []],
    [`/?${Array.from({ length: 12 }, (_, index) => `dst=${index}`).join('&')}`, [...'0123456789']],
  ])('a page visit of %s applies the tags %j, at once or later', async (path, tags) => {
    await using server = await start({ seed: scriptShop() });
    await visit(server, `https://acme.test${path}`, ANNS);
    expect((await server.subscriber('ann')).tags).toEqual(tags);
    await visit(server, `https://acme.test${path}`, VISITOR);
    await give(server, 'identify', { email: 'cy@acme.test' });
    expect([...(await server.subscriber('cy@acme.test')).tags].sort()).toEqual(tags);
  });

  it.each([undefined, 'no address', 'about:blank'])('a page visit of %s changes nothing', async (url) => {
    await using server = await start({ seed: scriptShop({ goals: [goal] }) });
    const { success } = await give(server, 'visit', {}, url === undefined ? {} : { url });
    expect(success).toBe(true);
    expect(await server.conversions()).toEqual([]);
  });
});

describe('product views', () => {
  // proves: note Viewed a product records a product view
  it('a product view stores the product, whatever the case of the action', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const oar = { product_id: 'p1', product_variant_id: 'v1', sku: 'S', name: 'Oar', brand: 'Row' };
    const more = { categories: 'Boats, Wood', price: '49.90' };
    await give(server, 'track', { action: 'viewed a Product', ...oar, ...more });
    await give(server, 'track', { action: 'Viewed a product', name: 'No id' });
    await give(server, 'track', { action: 'Viewed', product_id: 'p2' });
    expect((await server.commerce()).products).toEqual([
      {
        provider: 'page_script',
        productId: 'p1',
        variantId: 'v1',
        attributes: { sku: 'S', name: 'Oar', brand: 'Row', categories: ['Boats', 'Wood'], price: 49.9 },
      },
    ]);
    expect((await server.get('event_actions')).body.event_actions).toContain('viewed a Product');
  });

  it('a product view does not change a known product', async () => {
    await using server = await startServer({ seed: scriptShop() });
    const view = (name: string) =>
      give(server, 'track', { action: 'Viewed a product', product_id: 'p1', name });
    await view('Oar');
    await view('Cheap oar');
    const { products } = await server.commerce();
    expect(products.map(({ attributes }) => attributes.name)).toEqual(['Oar']);
  });
});

describe('the visitor cookie', () => {
  // U-71
  it('the visitor cookie is renewed once after a day', async () => {
    await using server = await startServer({ seed: scriptShop(), now: '2026-01-01T00:00:00Z' });
    const renewals = [];
    for (const now of ['2026-01-01', '2026-01-01', '2026-01-02', '2026-01-02', '2026-03-20']) {
      server.clock.set(`${now}T00:00:00Z`);
      renewals.push('renew' in (await give(server, 'track', { action: 'Looked' })));
    }
    expect(renewals).toEqual([false, false, true, false, true]);
  });
});

// U-72
describe("the watched pages in the script's configuration", () => {
  const parts = fc.array(fc.constantFrom('a', 'B', 'x.y', '*', '(', '%20', '-'), { maxLength: 3 });
  const page = fc.record({
    site: fc.constantFrom('https://acme.test', 'http://www.acme.test', 'acme.test', ''),
    path: parts.map((given) => `/${given.join('/')}`),
    query: fc.constantFrom('', '?a=1', '?*'),
    slash: fc.constantFrom('', '/'),
  });
  const address = fc.record({
    site: fc.constantFrom('https://acme.test', 'http://www.acme.test', 'https://other.test'),
    path: parts.map((given) => `/${given.join('/')}`),
    query: fc.constantFrom('', '?a=1', '?b', '#top', '?a=1#top'),
  });

  it('the configuration matches every URL that the server matches', () => {
    fc.assert(
      fc.property(page, address, (wanted, visited) => {
        const pattern = `${wanted.site}${wanted.path}${wanted.slash}${wanted.query}`;
        const url = `${visited.site}${visited.path}${visited.query}`;
        fc.pre(isPage(pattern, url));
        expect(`${pattern}: ${url}`).toSatisfy(() => new RegExp(expressionOf(pattern), 'i').test(url));
      }),
    );
  });

  it.each([
    ['https://acme.test/a', 'https://acme.test/a/b'],
    ['https://acme.test/a', 'https://acme.test.evil.test/a'],
    ['https://acme.test/a', 'https://other.test/?https://acme.test/a'],
    ['/a.b', 'https://acme.test/axb'],
    ['/a', 'https://acme.test/b/a'],
    ['/a?b=1', 'https://acme.test/a?b=2'],
  ])('the configuration does not match more: %s and %s', (pattern, url) => {
    expect(url).not.toMatch(new RegExp(expressionOf(pattern), 'i'));
  });
});
