import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  dataGroups,
  dataTechnologies,
  filterTechnologies,
  mlGroups,
  mlTechnologies,
} from '#client/content/technologies.ts';

const dataNames = (tab: string) => filterTechnologies(dataTechnologies, dataGroups, tab).map(({ name }) => name);
const mlNames = (tab: string) => filterTechnologies(mlTechnologies, mlGroups, tab).map(({ name }) => name);

describe('the technologies of data engineering', () => {
  it('are these thirteen, each in its category', () => {
    assert.deepEqual(
      dataTechnologies.map(({ name, category }) => `${name} (${category})`),
      [
        'Apache Spark (Processing)',
        'Apache Kafka (Streaming)',
        'Airflow (Orchestration)',
        'Snowflake (Warehouse)',
        'Databricks (Platform)',
        'PostgreSQL (Database)',
        'MongoDB (Database)',
        'Redis (Caching)',
        'Elasticsearch (Search)',
        'Tableau (Visualization)',
        'Power BI (Visualization)',
        'Python (Language)',
        'SQL (Language)',
      ],
    );
  });

  it('are under processing when they process, stream or orchestrate', () => {
    assert.deepEqual(dataNames('processing'), ['Apache Spark', 'Apache Kafka', 'Airflow']);
  });

  it('are under infrastructure when they are a platform, a warehouse, search or visualization', () => {
    assert.deepEqual(dataNames('infrastructure'), ['Snowflake', 'Databricks', 'Elasticsearch', 'Tableau', 'Power BI']);
  });

  it('are under databases when they are a database, a cache or a language', () => {
    assert.deepEqual(dataNames('database'), ['PostgreSQL', 'MongoDB', 'Redis', 'Python', 'SQL']);
  });
});

describe('the technologies of ML integration', () => {
  it('are these ten', () => {
    assert.deepEqual(mlNames('all'), [
      'TensorFlow',
      'PyTorch',
      'Scikit-learn',
      'Docker',
      'Kubernetes',
      'FastAPI',
      'Apache Kafka',
      'Redis',
      'PostgreSQL',
      'MongoDB',
    ]);
  });

  it('are under the tab of their kind', () => {
    assert.deepEqual(mlNames('frameworks'), ['TensorFlow', 'PyTorch', 'Scikit-learn', 'FastAPI']);
    assert.deepEqual(mlNames('infrastructure'), ['Docker', 'Kubernetes', 'Apache Kafka']);
    assert.deepEqual(mlNames('databases'), ['Redis', 'PostgreSQL', 'MongoDB']);
  });
});
