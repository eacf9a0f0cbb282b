import { QuestionSection } from '../../components/question-section.tsx';
import { GitlWindow } from './gitl-window.tsx';

/** What people ask before they buy a licence, and a picture of where the machine identifier is found. */
export function Questions() {
  return (
    <>
      <QuestionSection
        area="answers-gitl"
        name="questions"
        items={['systems', 'identifier', 'data', 'trial', 'end', 'change', 'companies', 'refunds', 'support']}
      />
      <GitlWindow />
    </>
  );
}
