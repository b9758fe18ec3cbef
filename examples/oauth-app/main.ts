// Connects the account of each user who visits http://localhost:3000. In the checkout:
//
//   BASE_URL=… CLIENT_ID=… CLIENT_SECRET=… node --conditions=trickle-source examples/oauth-app/main.ts
//
// The callback URL that is registered with the service must be http://localhost:3000/callback.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createClient } from '@trickle/sdk';
import { createOAuth, OAuthCallbackError, type OAuthSession } from '@trickle/sdk/oauth';

const { PORT = '3000', BASE_URL: baseUrl = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const redirectUri = `http://localhost:${PORT}/callback`;
const oauth = createOAuth({
  authUrl: baseUrl,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri,
});

/** The expected state of each visitor, checked when they return. A real application would keep it in a session. */
const sessions = new Map<string, OAuthSession>();

async function connect(response: ServerResponse): Promise<void> {
  const { url, ...session } = await oauth.start();
  const id = crypto.randomUUID();
  sessions.set(id, session);
  const cookie = `connecting=${id}; HttpOnly; SameSite=Lax; Path=/callback; Max-Age=600`;
  response.writeHead(302, { location: url, 'set-cookie': cookie }).end();
}

async function callback(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = /(?:^|; )connecting=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const session = sessions.get(id) ?? { state: '' };
  sessions.delete(id);
  const { access_token } = await oauth.callback(request.url ?? '/', session);
  // Keep the token: it does not expire.
  const user = await createClient({ baseUrl, accessToken: access_token }).user.get();
  response.end(`Connected as ${user.email}.\n`);
}

function tell(error: unknown, response: ServerResponse): void {
  if (error instanceof OAuthCallbackError && error.error === 'access_denied') {
    response.end('Not connected, as you wished.\n');
  } else if (error instanceof OAuthCallbackError) {
    response.writeHead(400).end('That took too long. Start again at /.\n');
  } else {
    console.error(error);
    response.writeHead(502).end('The service did not let us in. Start again at /.\n');
  }
}

const server = createServer((request, response) => {
  const isCallback = request.url?.startsWith('/callback');
  const answer = isCallback ? callback(request, response) : connect(response);
  answer.catch((error: unknown) => tell(error, response));
});
server.listen(Number(PORT), () => console.log(`Visit http://localhost:${PORT}/`));
