declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    amount: number;
    headers: Record<string, string>;
    timeout: number;
    /** The interval of its checks whether the run has ended, in ms. */
    sampleInt: number;
  }
  function autocannon(options: Options): Promise<{ errors: number; non2xx: number }>;
  export = autocannon;
}
