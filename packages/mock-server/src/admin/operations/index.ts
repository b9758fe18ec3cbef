import { routesOf } from '../http/routes.ts';
import { serverOperations } from '../server-control.ts';
import { queries } from './queries.ts';

/** All operations of the admin API except the streams. */
export const adminRoutes = [...routesOf(serverOperations), ...routesOf(queries)];
