export const ROASTS = ['light', 'medium', 'dark'] as const;

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
  /** Facts for the product page. */
  readonly facts: Readonly<Record<string, string>>;
  /** The roast, for coffees. */
  readonly roast?: (typeof ROASTS)[number];
}

const coffees: readonly Omit<Product, 'category' | 'size'>[] = [
  {
    slug: 'harbour-espresso',
    name: 'Harbour Espresso',
    price: 1450,
    summary: 'Brazil and India, dark roast',
    description: 'Our house espresso. Heavy body, low acidity, and sweet enough to stand up to milk.',
    facts: { Notes: 'Cocoa, roasted hazelnut, molasses', Altitude: '1,100 m', Process: 'Natural and washed' },
    roast: 'dark',
  },
  {
    slug: 'morning-tide',
    name: 'Morning Tide',
    price: 1690,
    summary: 'Ethiopia, light roast',
    description:
      'A bright, tea-like coffee for slow mornings. Brew it as a filter, and let it cool a little.',
    facts: { Notes: 'Bergamot, apricot, jasmine', Altitude: '2,050 m', Process: 'Washed' },
    roast: 'light',
  },
  {
    slug: 'quiet-hours',
    name: 'Quiet Hours',
    price: 1550,
    summary: 'Colombia, decaffeinated, medium roast',
    description: 'Decaffeinated with sugar cane, close to where it grows. The cup that lets you sleep.',
    facts: { Notes: 'Caramel, red apple, almond', Altitude: '1,700 m', Process: 'Washed, sugar cane decaf' },
    roast: 'medium',
  },
  {
    slug: 'high-field',
    name: 'High Field',
    price: 1790,
    summary: 'Kenya, light roast',
    description: 'From Mount Kenya. Juicy and sharp, like blackcurrants with a spoon of brown sugar.',
    facts: { Notes: 'Blackcurrant, grapefruit, brown sugar', Altitude: '1,850 m', Process: 'Washed' },
    roast: 'light',
  },
  {
    slug: 'lantern-blend',
    name: 'Lantern Blend',
    price: 1490,
    summary: 'Guatemala and Honduras, medium roast',
    description: 'The coffee for every machine and every guest: round, sweet, and hard to brew badly.',
    facts: { Notes: 'Milk chocolate, orange, toffee', Altitude: '1,500 m', Process: 'Washed' },
    roast: 'medium',
  },
  {
    slug: 'forest-floor',
    name: 'Forest Floor',
    price: 1620,
    summary: 'Sumatra, dark roast',
    description: 'Wet-hulled in Aceh. Deep, earthy and long. Made for a French press.',
    facts: { Notes: 'Cedar, dark chocolate, clove', Altitude: '1,400 m', Process: 'Wet-hulled' },
    roast: 'dark',
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
    facts: { Material: 'Stoneware, borosilicate glass', Capacity: '600 ml', Care: 'Dishwasher safe' },
  },
  {
    slug: 'paper-filters',
    name: 'Paper Filters',
    price: 690,
    size: '100 pieces',
    summary: 'Unbleached, for the pour-over set',
    description: 'Thick, unbleached paper that tastes of nothing. Rinse it before brewing.',
    facts: { Material: 'Unbleached paper', Size: '02', Care: 'Compostable' },
  },
  {
    slug: 'dockside-mug',
    name: 'Dockside Mug',
    price: 1800,
    size: '350 ml',
    summary: 'Enamelled steel, two layers',
    description: 'Light, unbreakable, and warm in the hand. It has survived our own roastery for six years.',
    facts: { Material: 'Enamelled steel', Capacity: '350 ml', Care: 'Wash by hand' },
  },
];

export const catalogue: readonly Product[] = [
  ...coffees.map((coffee) => ({ ...coffee, category: 'Coffee' as const, size: '250 g' })),
  ...gear.map((product) => ({ ...product, category: 'Gear' as const })),
];

export const findProduct = (slug: string): Product | undefined =>
  catalogue.find((product) => product.slug === slug);
