import { hash } from 'node:crypto';

/** A rule of a stylesheet, or an at-rule around rules, as the build has split them. */
export type StyleRule =
  | {
      css: string;
      /**
       * For each selector, the classes that the element and its ancestors must have. An empty list means that the rule
       * is always printed.
       */
      needs: string[][];
    }
  | {
      /** The at-rule around the rules, such as `@layer components`; or a selector whose declarations are the rules. */
      around: string;
      rules: StyleRule[];
    };

/** The rules of a page's stylesheets, in their order. */
export interface StyleRules {
  everyPage: StyleRule[];
  /** By the name of the page; pages without a stylesheet of their own are absent. */
  pages: Record<string, StyleRule[]>;
}

/** The source that allows a `<style>` element with this content in a Content-Security-Policy. */
export const styleSourceOf = (css: string) => `'sha256-${hash('sha256', css, 'base64')}'`;
