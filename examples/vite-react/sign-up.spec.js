import { expect, test } from '@trickle/mock-server/playwright';
import { createClient } from '@trickle/sdk';

test('a visitor who signs up becomes a subscriber', async ({ page, trickle }) => {
  await page.goto('/');
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('status')).toHaveText('Thank you, ann@example.com');

  const client = createClient(trickle.connection);
  expect((await client.subscribers.get('ann@example.com')).tags).toEqual(['newsletter']);
  expect(await trickle.timeline()).toMatchObject([{ action: 'Signed up' }]);
});

test('a visitor sees why the service failed', async ({ page, trickle }) => {
  await trickle.faults.add({ path: '/client/*/messages', status: 403 });
  await page.goto('/');
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('status')).toHaveText('Please try again: the server answered 403');
});
