import { createClient, InputError } from '@trickle/sdk';

const client = createClient(); // reads TRICKLE_BASE_URL, TRICKLE_ACCOUNT_ID and TRICKLE_API_KEY

export async function POST(request) {
  const { email } = await request.json();
  try {
    await client.subscribers.upsert({ email, tags: ['visitor'] });
  } catch (error) {
    if (error instanceof InputError) return Response.json({ issues: error.issues }, { status: 422 });
    throw error;
  }
  return Response.json({ email }, { status: 201 });
}
