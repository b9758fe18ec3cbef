import { expect, test } from 'vitest';
import { operationLabel } from './operation-label.ts';

test('a request is named by its operation, or by a group of paths, never by its path', () => {
  const label = (path: string, operation?: string) => operationLabel({ path, operation });
  expect(label('/v2/1/tags', 'tags.list')).toBe('tags.list');
  expect(label('/_admin/accounts/secret')).toBe('admin');
  expect(label('/_inspector/app.js')).toBe('inspector');
  expect(label('/openapi.json')).toBe('docs');
  expect(label('/demo/cart')).toBe('other');
  expect(label('/oauth/token')).toBe('oauth');
  expect(label('/e/1/2/unsubscribe')).toBe('email_links');
  expect(label('/forms/7')).toBe('forms');
  expect(label('/client/1/messages')).toBe('script');
  expect(label('/9999999.js')).toBe('script');
  expect(label('/anything/else')).toBe('other');
  expect(label('/v2/1/unknown')).toBe('other');
});
