export interface Technology {
  /** The key of its description in the texts. */
  id: string;
  name: string;
  category: string;
}

/** The categories that each tab shows. The tab `all` is not listed: it shows every category. */
export type TechnologyGroups = Record<string, readonly string[]>;

/** The technologies of the page on data engineering. */
export const dataTechnologies = [
  { id: 'spark', name: 'Apache Spark', category: 'Processing' },
  { id: 'kafka', name: 'Apache Kafka', category: 'Streaming' },
  { id: 'airflow', name: 'Airflow', category: 'Orchestration' },
  { id: 'snowflake', name: 'Snowflake', category: 'Warehouse' },
  { id: 'databricks', name: 'Databricks', category: 'Platform' },
  { id: 'postgresql', name: 'PostgreSQL', category: 'Database' },
  { id: 'mongodb', name: 'MongoDB', category: 'Database' },
  { id: 'redis', name: 'Redis', category: 'Caching' },
  { id: 'elasticsearch', name: 'Elasticsearch', category: 'Search' },
  { id: 'tableau', name: 'Tableau', category: 'Visualization' },
  { id: 'powerBi', name: 'Power BI', category: 'Visualization' },
  { id: 'python', name: 'Python', category: 'Language' },
  { id: 'sql', name: 'SQL', category: 'Language' },
] as const satisfies readonly Technology[];

export const dataGroups = {
  processing: ['Processing', 'Streaming', 'Orchestration'],
  infrastructure: ['Platform', 'Warehouse', 'Search', 'Visualization'],
  database: ['Database', 'Caching', 'Language'],
} as const satisfies TechnologyGroups;

/** The technologies of the page on ML integration. */
export const mlTechnologies = [
  { id: 'tensorflow', name: 'TensorFlow', category: 'Framework' },
  { id: 'pytorch', name: 'PyTorch', category: 'Framework' },
  { id: 'scikitLearn', name: 'Scikit-learn', category: 'Framework' },
  { id: 'docker', name: 'Docker', category: 'Infrastructure' },
  { id: 'kubernetes', name: 'Kubernetes', category: 'Infrastructure' },
  { id: 'fastapi', name: 'FastAPI', category: 'Framework' },
  { id: 'kafka', name: 'Apache Kafka', category: 'Infrastructure' },
  { id: 'redis', name: 'Redis', category: 'Database' },
  { id: 'postgresql', name: 'PostgreSQL', category: 'Database' },
  { id: 'mongodb', name: 'MongoDB', category: 'Database' },
] as const satisfies readonly Technology[];

export const mlGroups = {
  frameworks: ['Framework'],
  infrastructure: ['Infrastructure'],
  databases: ['Database'],
} as const satisfies TechnologyGroups;

/** Whether a tab shows a technology; an unknown tab shows everything, as `all` does. */
export function isInGroup(groups: TechnologyGroups, tab: string, { category }: Technology): boolean {
  return groups[tab]?.includes(category) ?? true;
}

/** The technologies that a tab shows. */
export function filterTechnologies<Item extends Technology>(
  items: readonly Item[],
  groups: TechnologyGroups,
  tab: string,
): Item[] {
  return items.filter((item) => isInGroup(groups, tab, item));
}
