/** The two legal texts; each is a translation area and a page of the same name. */
export type LegalArea = 'terms' | 'privacy';

/** What both areas' files hold; the sections' ids are those of `legalSections`. */
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
  /** Names its texts and is its anchor. */
  id: string;
  icon: string;
}

/** The sections in their order (spec.md, section 2); each shows the number of its place. */
export const legalSections: Record<LegalArea, readonly LegalSection[]> = {
  terms: [
    { id: 'subject', icon: 'scale' },
    { id: 'userRights', icon: 'user-check' },
    { id: 'administratorRights', icon: 'shield-check' },
    { id: 'responsibility', icon: 'handshake' },
    { id: 'registration', icon: 'user-plus' },
    { id: 'access', icon: 'key-round' },
    { id: 'technical', icon: 'monitor-cog' },
    { id: 'account', icon: 'circle-user-round' },
    { id: 'additional', icon: 'file-plus-2' },
  ],
  privacy: [
    { id: 'general', icon: 'file-text' },
    { id: 'whatIsData', icon: 'fingerprint' },
    { id: 'dataProcessed', icon: 'database' },
    { id: 'legalBases', icon: 'scale' },
    { id: 'retention', icon: 'clock' },
    { id: 'cookies', icon: 'cookie' },
    { id: 'sharing', icon: 'share-2' },
    { id: 'changes', icon: 'history' },
    { id: 'protection', icon: 'shield-check' },
    { id: 'contact', icon: 'mail' },
  ],
};

/** Between blocks: empty lines, and the line ends around a list. */
const betweenBlocks = /\n{2,}|\n(?=<[uo]l>)|(?<=<\/[uo]l>)\n/;
const list = /^<[uo]l>/;

/** A section's text as HTML: a newline becomes a line break (spec.md, section 3), an empty line a new paragraph. */
export function legalHtml(content: string): string {
  const blocks = content.split(betweenBlocks).map((block) => block.trim());
  return blocks
    .filter((block) => block !== '')
    .map((block) => (list.test(block) ? block : `<p>${block.replaceAll('\n', '<br>')}</p>`))
    .join('');
}
