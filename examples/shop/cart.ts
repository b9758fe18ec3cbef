import { findProduct, type Product } from './catalogue.ts';

/** Shipping in cents, and the subtotal from which it is free. */
const SHIPPING = 490;
const FREE_FROM = 3500;
const MAX_QUANTITY = 20;

/** The quantities in a cart, by product slug. */
export type Cart = ReadonlyMap<string, number>;

/** A line of a cart with its product, and its price in cents. */
export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
  readonly total: number;
}

/** A cart with its prices, in cents. */
export interface PricedCart {
  readonly lines: readonly CartLine[];
  readonly count: number;
  readonly subtotal: number;
  readonly shipping: number;
  readonly total: number;
}

export function priceCart(cart: Cart): PricedCart {
  const lines = [...cart].flatMap(([slug, quantity]) => {
    const product = findProduct(slug);
    return product ? [{ product, quantity, total: product.price * quantity }] : [];
  });
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const shipping = subtotal === 0 || subtotal >= FREE_FROM ? 0 : SHIPPING;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return { lines, count, subtotal, shipping, total: subtotal + shipping };
}

/** Returns a cart with a new quantity of a product; 0 removes it. */
export function setQuantity(cart: Cart, slug: string, quantity: number): Cart {
  const pieces = Math.min(Math.max(Math.trunc(quantity) || 0, 0), MAX_QUANTITY);
  return new Map([...new Map(cart).set(slug, pieces)].filter(([, count]) => count > 0));
}

/** Formats cents as dollars. */
export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
