import { numberText } from '../../design/number/number.ts';
import { numberColumn, stateColumn, textColumn, wideOnly } from '../../design/table/columns.tsx';
import { orientationName } from '../../editor/form-preview.tsx';
import { declareRecordListPage } from '../../records/record-list-page.tsx';

/** All forms with the number of their submissions. */
export const FormsPage = declareRecordListPage('forms', {
  title: 'Forms',
  lead: 'Signup forms as your pages show them, and what visitors sent.',
  icon: 'form',
  topics: ['records', 'events'],
  noun: 'form',
  type: 'form',
  example: {
    headline: 'Coffee news',
    description: 'New harvests, twice a month.',
    orientation: 'bottom_right_tab',
    fields: [{ name: 'email' }, { name: 'first_name' }],
    tags: ['newsletter'],
    button_text: 'Subscribe',
    confirmation_heading: 'Thank you',
    confirmation_text: 'The next letter comes on Monday.',
  },
  columns: [
    textColumn('Form', ({ name }) => name),
    wideOnly(stateColumn('Status', '6.5rem', ({ status }) => status)),
    wideOnly(textColumn('Orientation', ({ orientation }) => orientationName(orientation), '12rem')),
    numberColumn('Submissions', '7rem', ({ submissions }) => numberText(submissions)),
  ],
});
