console.log('empty');
