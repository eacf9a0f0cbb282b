/** The office, apart from `company.ts` so that only the pages that show it load it. Sample data, as all of the company. */
export const office = {
  postalAddress: {
    street: { en: '1 Horyzontna Street', ua: 'вул. Горизонтна, 1' },
    locality: { en: 'Kyiv', ua: 'Київ' },
    postalCode: '01001',
    country: 'UA',
  },
  /** Its place on the map, in degrees. */
  position: { lat: 50.4501, lng: 30.5234 },
} as const;
