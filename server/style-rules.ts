import { hash } from 'node:crypto';

/** A rule of a stylesheet, or an at-rule around rules, as the build has taken them apart. */
export type StyleRule =
  | {
      css: string;
      /** One array a selector: the classes that an element and what is around it must have. None: always printed. */
      needs: string[][];
    }
  | {
      /** `@layer components`, for example. */
      around: string;
      rules: StyleRule[];
    };

/** The rules of the stylesheets of a page, in their order. */
export interface StyleRules {
  everyPage: StyleRule[];
  /** By the page's name; only pages with a stylesheet of their own are here. */
  pages: Record<string, StyleRule[]>;
}

/** The source that allows a `<style>` element with this content in a Content-Security-Policy. */
export const styleSourceOf = (css: string) => `'sha256-${hash('sha256', css, 'base64')}'`;
