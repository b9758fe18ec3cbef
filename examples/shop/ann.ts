/** The customer whose details are filled in at checkout. */
export const ANN = {
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Archer',
  address1: '12 Harbor Way',
  zip: '55802',
  city: 'Duluth',
} as const;
