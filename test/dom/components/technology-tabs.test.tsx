import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { TechnologyTabs } from '#client/components/technology-tabs.tsx';
import { dataGroups, dataTechnologies } from '#client/content/technologies.ts';
import en from '../../../locales/en/data-engineering.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';

const { tabs: labels } = en.technologies;

function renderTabs(t: TestContext) {
  const view = renderPart(t, <TechnologyTabs area="data-engineering" items={dataTechnologies} groups={dataGroups} />);
  const tab = (label: string) => view.getByRole('tab', { name: new RegExp(`^${label}`) });
  const shown = () => view.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent);
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  const stops = () => view.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0);
  return { view, tab, shown, press, stops };
}

describe('technology tabs', () => {
  it('show everything at first, with a count on every tab', (t) => {
    const { view, shown } = renderTabs(t);
    assert.deepEqual(
      view.getAllByRole('tab').map(({ textContent }) => textContent),
      ['All 13', 'Processing 3', 'Infrastructure 5', 'Databases 5'],
    );
    assert.equal(view.getByRole('tab', { selected: true }).textContent, 'All 13');
    assert.equal(shown().length, 13);
  });

  it('show the group of the tab that is clicked, in one panel named after it', (t) => {
    const { view, tab, shown } = renderTabs(t);
    fireEvent.click(tab(labels.infrastructure));

    assert.deepEqual(shown(), ['Snowflake', 'Databricks', 'Elasticsearch', 'Tableau', 'Power BI']);
    const panel = view.getByRole('tabpanel', { name: 'Infrastructure 5' });
    for (const each of view.getAllByRole('tab')) assert.equal(each.getAttribute('aria-controls'), panel.id);
  });

  it('are selected by the arrow keys, Home and End, also past the ends', (t) => {
    const { tab, shown, press } = renderTabs(t);
    act(() => tab(labels.all).focus());

    press('ArrowRight');
    assert.equal(document.activeElement, tab(labels.processing));
    assert.deepEqual(shown(), ['Apache Spark', 'Apache Kafka', 'Airflow']);

    press('End');
    assert.equal(document.activeElement, tab(labels.database));
    press('ArrowRight');
    assert.equal(document.activeElement, tab(labels.all));
    press('ArrowLeft');
    assert.equal(document.activeElement, tab(labels.database));
    press('Home');
    assert.equal(document.activeElement, tab(labels.all));
    assert.equal(shown().length, 13);
  });

  it('have one stop of the Tab key: the selected tab', (t) => {
    const { tab, stops } = renderTabs(t);
    assert.deepEqual(stops(), [tab(labels.all)]);
    fireEvent.click(tab(labels.database));
    assert.deepEqual(stops(), [tab(labels.database)]);
  });

  it('do not handle other keys', (t) => {
    const { tab, press } = renderTabs(t);
    act(() => tab(labels.all).focus());
    press('ArrowDown');
    assert.equal(tab(labels.all).getAttribute('aria-selected'), 'true');
  });
});
