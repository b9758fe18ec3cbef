import type { Handlers } from '../http/handler.ts';
import { notYet } from './not-yet.ts';

export const shopperActivity: Handlers<'shopperActivity'> = {
  cart: notYet('shopperActivity.cart'),
  cartBatch: notYet('shopperActivity.cartBatch'),
  order: notYet('shopperActivity.order'),
  orderBatch: notYet('shopperActivity.orderBatch'),
  product: notYet('shopperActivity.product'),
  productBatch: notYet('shopperActivity.productBatch'),
};
