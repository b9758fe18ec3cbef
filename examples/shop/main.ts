// `npm start`: opens the shop for the account named in the environment.
import { env } from 'node:process';
import { startShop } from './shop.ts';

const { TRICKLE_BASE_URL: baseUrl, TRICKLE_ACCOUNT_ID: accountId, TRICKLE_API_KEY: apiKey } = env;
if (!(baseUrl && accountId && apiKey)) {
  throw new Error(
    'Set TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID and TRICKLE_API_KEY, for example in the file .env',
  );
}
const shop = await startShop({ baseUrl, accountId, apiKey, port: Number(env.PORT ?? 4200) });
console.log(`The shop is open at ${shop.url}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void shop.close());
