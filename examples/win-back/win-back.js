import { createClient } from '@trickle/sdk';
import { inviteBack } from './invite.js';

const [, , today] = process.argv; // a rehearsal passes a fixed day, so that it always finds the same customers
const client = createClient(); // reads TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID and TRICKLE_API_KEY
const invited = await inviteBack(client, today === undefined ? new Date() : new Date(today));
console.log(`${invited} customers invited`);
