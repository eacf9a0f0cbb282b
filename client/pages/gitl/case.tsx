import { MergeExample } from './merge-example.tsx';
import { Story } from './story.tsx';

/** The case study, between the hero and the prices. */
export function Case() {
  return (
    <>
      <MergeExample />
      <Story />
    </>
  );
}
