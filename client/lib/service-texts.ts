interface Item {
  title: string;
  text: string;
}

export interface Section<Of = Item> {
  title: string;
  intro: string;
  items: Record<string, Of>;
}

/** What the texts of a service page hold; each part of the page reads its own section. */
export interface ServiceTexts {
  title: string;
  lead: string;
  features: Section;
  call: Item & { button: string };
}

export interface BenefitTexts {
  benefits: Section;
}

export interface UseCaseTexts {
  useCases: Section;
}

export interface StepTexts {
  steps: Section;
}

/** Steps that say how long they take. */
export interface PhaseTexts {
  steps: Section<Item & { duration: string }>;
}

export interface TechnologyTexts {
  technologies: Section<string> & {
    tabsLabel: string;
    tabs: Record<string, string>;
    categories: Record<string, string>;
  };
}
