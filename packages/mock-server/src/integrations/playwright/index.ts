export { expect } from '@playwright/test';
export { type Trickle, type TrickleFixtures, type TrickleOptions, test } from './fixtures.ts';
export { type RouteOptions, routeToServer } from './route-to-server.ts';
