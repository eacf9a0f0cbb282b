declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    amount: number;
    headers: Record<string, string>;
    timeout: number;
    /** How often it looks whether it is done, in ms. */
    sampleInt: number;
  }
  function autocannon(options: Options): Promise<{ errors: number; non2xx: number }>;
  export = autocannon;
}
