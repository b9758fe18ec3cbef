import { createClient } from '@trickle/sdk';
import { createApp } from './create-app.js';

const { PORT = '3000', WEBHOOK_SECRET: secret = crypto.randomUUID() } = process.env;
const client = createClient(); // reads TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID and TRICKLE_API_KEY

createApp({ client, secret, onCustomer: (email) => console.log(`${email} is a customer`) }).listen(
  PORT,
  () => {
    console.log(`http://localhost:${PORT}, webhooks to /hooks/${secret}`);
  },
);
