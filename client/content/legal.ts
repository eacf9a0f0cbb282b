/** The two legal texts; each is a translation area and a page of the same name. */
export type LegalArea = 'terms' | 'privacy';

/** The texts of both areas; the keys of the sections are the ids of `legalSections`. */
export interface LegalTexts {
  title: string;
  lead: string;
  updatedLabel: string;
  contentsTitle: string;
  toContents: string;
  contactTitle: string;
  contactText: string;
  sections: Record<string, { title: string; content: string }>;
}

export interface LegalSection {
  /** The key of the section's texts, and its anchor. */
  id: string;
  icon: string;
}

/** The sections in their order; a page shows them numbered from 1. */
export const legalSections: Record<LegalArea, readonly LegalSection[]> = {
  terms: [
    { id: 'subject', icon: 'scale' },
    { id: 'userRights', icon: 'user-check' },
    { id: 'administratorRights', icon: 'shield-check' },
    { id: 'responsibility', icon: 'handshake' },
    { id: 'registration', icon: 'user-plus' },
    { id: 'access', icon: 'key-round' },
    { id: 'technical', icon: 'monitor' },
    { id: 'account', icon: 'user-card' },
    { id: 'additional', icon: 'file-plus' },
  ],
  privacy: [
    { id: 'general', icon: 'file-text' },
    { id: 'whatIsData', icon: 'fingerprint' },
    { id: 'dataProcessed', icon: 'database' },
    { id: 'legalBases', icon: 'scale' },
    { id: 'retention', icon: 'hourglass' },
    { id: 'cookies', icon: 'cookie' },
    { id: 'sharing', icon: 'share' },
    { id: 'changes', icon: 'sheets' },
    { id: 'protection', icon: 'shield-check' },
    { id: 'contact', icon: 'mail' },
  ],
};

/** The separators of blocks: empty lines, and the line ends before and after a list. */
const betweenBlocks = /\n{2,}|\n(?=<[uo]l>)|(?<=<\/[uo]l>)\n/;
const list = /^<[uo]l>/;

/** The content of a section as HTML: an empty line begins a new paragraph, a single newline becomes a line break. */
export function legalHtml(content: string): string {
  const blocks = content.split(betweenBlocks).map((block) => block.trim());
  return blocks
    .filter((block) => block !== '')
    .map((block) => (list.test(block) ? block : `<p>${block.replaceAll('\n', '<br>')}</p>`))
    .join('');
}
