/** A product of the shop. Its picture is `public/<slug>.svg`. */
export interface Product {
  readonly slug: string;
  readonly name: string;
  readonly category: 'Coffee' | 'Gear';
  /** In cents. */
  readonly price: number;
  /** The amount that the price buys, such as `250 g`. */
  readonly size: string;
  /** One line for the catalogue: origin and roast, or the material. */
  readonly summary: string;
  readonly description: string;
}

const coffees: readonly Omit<Product, 'category' | 'size'>[] = [
  {
    slug: 'harbour-espresso',
    name: 'Harbour Espresso',
    price: 1450,
    summary: 'Brazil and India, dark roast',
    description: 'Our house espresso. Heavy body, low acidity, and sweet enough to stand up to milk.',
  },
  {
    slug: 'morning-tide',
    name: 'Morning Tide',
    price: 1690,
    summary: 'Ethiopia, light roast',
    description:
      'A bright, tea-like coffee for slow mornings. Brew it as a filter, and let it cool a little.',
  },
  {
    slug: 'quiet-hours',
    name: 'Quiet Hours',
    price: 1550,
    summary: 'Colombia, decaffeinated, medium roast',
    description: 'Decaffeinated with sugar cane, close to where it grows. The cup that lets you sleep.',
  },
  {
    slug: 'high-field',
    name: 'High Field',
    price: 1790,
    summary: 'Kenya, light roast',
    description: 'From Mount Kenya. Juicy and sharp, like blackcurrants with a spoon of brown sugar.',
  },
  {
    slug: 'lantern-blend',
    name: 'Lantern Blend',
    price: 1490,
    summary: 'Guatemala and Honduras, medium roast',
    description: 'The coffee for every machine and every guest: round, sweet, and hard to brew badly.',
  },
  {
    slug: 'forest-floor',
    name: 'Forest Floor',
    price: 1620,
    summary: 'Sumatra, dark roast',
    description: 'Wet-hulled in Aceh. Deep, earthy and long. Made for a French press.',
  },
];

const gear: readonly Omit<Product, 'category'>[] = [
  {
    slug: 'pour-over-set',
    name: 'Pour-over Set',
    price: 3900,
    size: '600 ml',
    summary: 'Stoneware dripper and glass jug',
    description: 'Everything for a good filter coffee but the kettle. Comes with forty paper filters.',
  },
  {
    slug: 'paper-filters',
    name: 'Paper Filters',
    price: 690,
    size: '100 pieces',
    summary: 'Unbleached, for the pour-over set',
    description: 'Thick, unbleached paper that tastes of nothing. Rinse it before brewing.',
  },
  {
    slug: 'dockside-mug',
    name: 'Dockside Mug',
    price: 1800,
    size: '350 ml',
    summary: 'Enamelled steel, two layers',
    description: 'Light, unbreakable, and warm in the hand. It has survived our own roastery for six years.',
  },
];

export const catalogue: readonly Product[] = [
  ...coffees.map((coffee) => ({ ...coffee, category: 'Coffee' as const, size: '250 g' })),
  ...gear.map((product) => ({ ...product, category: 'Gear' as const })),
];

export const findProduct = (slug: string): Product | undefined =>
  catalogue.find((product) => product.slug === slug);
