import { QuestionSection } from '../../components/question-section.tsx';
import { GitlWindow } from './gitl-window.tsx';

/** Questions before buying a licence, and a picture that shows where the machine identifier is found. */
export function Questions() {
  return (
    <>
      <QuestionSection
        area="answers-gitl"
        name="questions"
        items={[
          'installer',
          'systems',
          'identifier',
          'data',
          'trial',
          'end',
          'change',
          'companies',
          'refunds',
          'support',
        ]}
      />
      <GitlWindow />
    </>
  );
}
