import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { fallbackSkills, members, memberSkills } from '#shared/team.ts';
import type { Texts } from '#shared/text.ts';
import english from '../../../locales/en/team.json' with { type: 'json' };
import ukrainian from '../../../locales/ua/team.json' with { type: 'json' };

const memberIds = members.map(({ id }) => id);

describe('the team', () => {
  it('has five members, each with texts in both languages', () => {
    assert.equal(memberIds.length, 5);
    assert.deepEqual(Object.keys(english.members), memberIds);
    assert.deepEqual(Object.keys(ukrainian.members), memberIds);
  });

  it('shows the skills of the translations', () => {
    for (const id of memberIds) {
      assert.deepEqual(memberSkills({ team: english }, 'en', id), Object.values(english.members[id].skills));
      assert.deepEqual(memberSkills({ team: ukrainian }, 'ua', id), Object.values(ukrainian.members[id].skills));
    }
  });

  it('falls back to a built-in list when translations lack skills, without a console message', (t) => {
    const warn = t.mock.method(console, 'warn', () => undefined);
    const gaps: Texts[] = [
      {},
      { team: {} },
      { team: { members: {} } },
      { team: { members: { cpo: { name: 'Sofiia' } } } },
      { team: { members: { cpo: { skills: {} } } } },
      { team: { members: { cpo: { skills: 'Roadmaps' } } } },
    ];
    for (const texts of gaps) {
      for (const language of languageNames)
        assert.deepEqual(memberSkills(texts, language, 'cpo'), fallbackSkills[language].cpo);
    }
    assert.equal(warn.mock.callCount(), 0);
  });

  it('has a fallback list for every member', () => {
    for (const id of memberIds)
      for (const language of languageNames) assert.ok(memberSkills({}, language, id).length >= 3, id);
  });
});
