/** A piece of an article: its name ('' for text), attributes and content. */
export interface Piece {
  name: string;
  text: string;
  attributes: Record<string, string>;
  content: Piece[];
}

export function piece(name: string, content: Piece[] = [], attributes: Record<string, string> = {}): Piece {
  return { name, text: '', attributes, content };
}

export const isBlank = ({ name, text }: Piece) => name === '' && text.trim() === '';
