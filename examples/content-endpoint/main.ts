// Answers the service's requests for content while it renders emails. In the checkout:
//
//   node --conditions=trickle-source examples/content-endpoint/main.ts
//   curl -g 'http://localhost:3000/?subscriber[shoe_size]=43'
//
// With the shortcode `shoes` an email then says: {% for shoe in my.shoes.shoes %} {{ shoe.name }} {% endfor %}
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ContentError, createContentHandler, toNodeHandler } from '@trickle/sdk/content';
import * as z from 'zod/mini';

const stock = [
  { name: 'Deck shoe', sizes: ['42', '43'] },
  { name: 'Sea boot', sizes: ['43', '44'] },
];

const handler = createContentHandler(
  { subscriber: z.object({ shoe_size: z.nullable(z.string()) }) },
  ({ subscriber, preview }) => {
    if (preview) return { shoes: [{ name: 'A shoe' }] };
    const { shoe_size: size } = subscriber;
    const shoes = stock.filter(({ sizes }) => size === null || sizes.includes(size));
    // It is better to send no email than one without shoes.
    if (shoes.length === 0) throw ContentError.permanent(`There are no shoes in size ${size}.`);
    return { shoes: shoes.map(({ name }) => ({ name })) };
  },
);

const server = createServer(toNodeHandler(handler));
server.listen(Number(process.env.PORT ?? '3000'), () => {
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  console.log(`Base URL: http://localhost:${port}/`);
});
