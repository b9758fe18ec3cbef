import { type Product, productOf } from './catalogue.ts';
import type { CartLine } from './session.ts';

/** Shipping in cents, free from an amount on. */
const SHIPPING = 490;
const FREE_FROM = 3500;
const MAX_QUANTITY = 20;

/** A line of the cart with its product. */
export interface PricedLine extends CartLine {
  readonly product: Product;
  /** In cents. */
  readonly total: number;
}

/** A cart with its amounts, in cents. */
export interface PricedCart {
  readonly lines: readonly PricedLine[];
  readonly count: number;
  readonly subtotal: number;
  readonly shipping: number;
  readonly total: number;
}

/** Adds up the lines of a cart. */
export function priceCart(cart: readonly CartLine[]): PricedCart {
  const lines = cart.flatMap((line) => {
    const product = productOf(line.slug);
    return product ? [{ ...line, product, total: product.price * line.quantity }] : [];
  });
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const shipping = subtotal === 0 || subtotal >= FREE_FROM ? 0 : SHIPPING;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return { lines, count, subtotal, shipping, total: subtotal + shipping };
}

/** Sets the quantity of a product in a cart; 0 removes it. */
export function setQuantity(cart: readonly CartLine[], slug: string, quantity: number): CartLine[] {
  const wanted = Math.min(Math.max(Math.trunc(quantity) || 0, 0), MAX_QUANTITY);
  const isThere = cart.some((line) => line.slug === slug);
  const changed = isThere
    ? cart.map((line) => (line.slug === slug ? { slug, quantity: wanted } : line))
    : [...cart, { slug, quantity: wanted }];
  return changed.filter((line) => line.quantity > 0);
}

/** The quantity of a product in a cart. */
export const quantityOf = (cart: readonly CartLine[], slug: string): number =>
  cart.find((line) => line.slug === slug)?.quantity ?? 0;

/** Formats cents as dollars. */
export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
