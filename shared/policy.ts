import { replyDays } from './contact-limits.ts';
import { formatDate } from './dates.ts';
import { callWeeks, furtherTerms, jobs, planWeeks, type Term } from './estimates.ts';
import { languageNames, type Language } from './languages.ts';
import { trialDays } from './licence-terms.ts';
import { formatPeriod, retention } from './retention.ts';
import { company, companyDetails } from './company.ts';
import { formatSpan } from './spans.ts';

const workingDays = {
  1: { en: 'one working day', ua: 'одного робочого дня' },
  5: { en: 'five working days', ua: 'п’яти робочих днів' },
};

/**
 * The promises of the company: times, lengths and conditions. Texts name them as placeholders (`{replyTime}`), so that
 * no two pages promise different things. Ukrainian times are in the genitive, as after «протягом». These are sample
 * data: the section 'Make it yours' of shared/README.md says what to replace.
 */
const promises = {
  /** The time until an engineer answers a message about a project. */
  replyTime: workingDays[replyDays.general],
  /** The time until an applicant gets an answer. */
  careersReplyTime: workingDays[replyDays.career],
  /** The time until an answer in legal matters, about a comment or about accessibility. */
  legalReplyTime: workingDays[5],
  /** The time until a request about personal data is granted. */
  dataReplyTime: { en: 'thirty calendar days', ua: 'тридцяти календарних днів' },
  /** The time until support answers about GITL: licences, payments, refunds. */
  supportReplyTime: workingDays[1],
  trialPeriod: { en: `${trialDays} days`, ua: `${trialDays} днів` },
  /** How long a paid plan may be given back, and how soon the money is returned. */
  refundPeriod: { en: '14 days', ua: '14 днів' },
  /** The time between the announcement of a change of legal texts and the day on which it takes effect. */
  noticePeriod: { en: '14 days', ua: '14 днів' },
  workDays: { en: 'Monday to Friday', ua: 'Понеділок–п’ятниця' },
  workHours: { en: '9:00–18:00, Kyiv time', ua: '9:00–18:00 за київським\u00a0часом' },
  attachmentSize: { en: '10 MB', ua: '10 МБ' },
  /** How long an invoice can be paid: `invoiceValiditySeconds`. */
  invoicePeriod: { en: 'one hour', ua: 'однієї години' },
  /** The time from a CV to an offer. */
  hiringPeriod: { en: 'three weeks', ua: 'трьох тижнів' },
  /** How long somebody of the staff stays signed in at the desk. */
  deskSession: { en: 'twelve hours', ua: 'дванадцять годин' },
  /** How long faults in delivered work are corrected free of charge. */
  warranty: { en: 'three months', ua: 'трьох місяців' },
  gitlSystems: {
    en: 'Windows\u00a010, macOS\u00a013 or Ubuntu\u00a022.04, or a later version of these',
    ua: 'Windows\u00a010, macOS\u00a013 чи Ubuntu\u00a022.04 або новіша версія цих систем',
  },
  gitlGit: { en: 'Git\u00a02.30 or later', ua: 'Git\u00a02.30 або новіший' },
} as const;

/** Weeks in words, as after “within” and «протягом». */
const weeksInWords = {
  en: ['a week', 'two weeks', 'three weeks', 'four weeks'],
  ua: ['тижня', 'двох тижнів', 'трьох тижнів', 'чотирьох тижнів'],
};

function inWords(language: Language, weeks: number): string {
  const words = weeksInWords[language][weeks - 1];
  if (words === undefined) throw new Error(`no words for ${weeks} weeks`);
  return words;
}

/** The usual length of each kind of work, such as `{auditTerm}`. */
function termsOf(language: Language): Record<string, string> {
  const terms: [string, Term][] = [
    ...Object.entries(jobs).map(([name, { term }]): [string, Term] => [name, term]),
    ...Object.entries(furtherTerms),
  ];
  return Object.fromEntries(
    terms.map(([name, { min, max, unit }]) => [`${name}Term`, formatSpan(language, [min, max], unit)]),
  );
}

function valuesOf(language: Language): Record<string, string> {
  const named = Object.entries(promises).map(([name, value]) => [name, value[language]] as const);
  const kept = Object.entries(retention).map(
    ([name, period]) => [`${name}Kept`, formatPeriod(language, period)] as const,
  );
  return {
    ...Object.fromEntries(named),
    ...Object.fromEntries(kept),
    ...termsOf(language),
    callTime: inWords(language, callWeeks),
    planTime: inWords(language, planWeeks),
    legalUpdated: formatDate(language, company.legalUpdated.terms),
    accessibilityPrepared: formatDate(language, companyDetails.accessibilityPrepared),
    company: company.name,
    legalName: company.legalName[language],
    site: companyDetails.domain,
    email: company.email,
    registration: companyDetails.registration,
    address: company.address[language],
    careersEmail: company.careersEmail,
    legalEmail: company.legalEmail,
    supportEmail: companyDetails.supportEmail,
  };
}

const values = new Map(languageNames.map((language) => [language, valuesOf(language)]));

/**
 * Values for the placeholders of the policy. The server fills them in when it reads the texts; browsers get them
 * filled.
 */
export function policyValues(language: Language): Record<string, string> {
  return values.get(language) ?? {};
}
