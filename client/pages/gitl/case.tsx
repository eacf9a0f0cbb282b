import { MergeExample } from './merge-example.tsx';
import { Story } from './story.tsx';

/** What is told between the film and the prices. */
export function Case() {
  return (
    <>
      <MergeExample />
      <Story />
    </>
  );
}
