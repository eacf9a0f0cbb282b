interface Click {
  button: number;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/**
 * False for a click that opens another tab or window, or downloads the target of a link: the browser handles such a
 * click.
 */
export const isUnmodifiedClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
